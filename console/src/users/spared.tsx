/** The account of a manager who holds more than whoever looks at it: why nothing is offered that would change it. */
import { Alert, Menu } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMay } from "../may.tsx";

interface SparedProps {
  readonly of: { readonly userId: string } | { readonly serviceUserId: string };
  readonly organizationId: string;
}

/**
 * `all` and `changes`: of all accounts that one may change, this one is spared; from everything, or from all but being
 * stopped.
 */
function useSpared({ of, organizationId }: SparedProps): "nothing" | "changes" | "all" {
  const permission = "userId" in of ? "user.write" : "service_user.write";
  const mayInOrganization = useMay({ organizationId });
  const mayOverUser = useMay(of);
  if (!mayOverUser.isLoaded || !mayInOrganization.has(permission) || mayOverUser.has(permission)) return "nothing";
  return mayOverUser.mayStop ? "changes" : "all";
}

/** Whether it can be stopped, though it cannot be changed. */
export function useOnlyStops(props: SparedProps): boolean {
  return useSpared(props) === "changes";
}

export function SparedNote(props: SparedProps) {
  const spared = useSpared(props);
  if (spared === "nothing") return null;
  return (
    <Alert
      variant="light"
      icon={<IconShieldLock size={18} aria-hidden />}
      title="This account manages more than you do"
    >
      {spared === "all"
        ? "You can look at it. To change it, one must hold every permission that it holds, so that nobody gets more by taking it over."
        : "What it manages is elsewhere: you can stop it, and sign it out. To change it, or to let it in again, one must hold every permission that it holds, so that nobody gets more by taking it over."}
    </Alert>
  );
}

/** The items of a menu, as far as the account is not spared; `stops` are those that only stop it. */
export function UnlessSpared({ children, stops, ...of }: SparedProps & { children: ReactNode; stops: ReactNode }) {
  const spared = useSpared(of);
  if (spared === "nothing") return children;
  return (
    <>
      <Menu.Label>Manages more than you do</Menu.Label>
      {spared === "changes" && stops}
    </>
  );
}
