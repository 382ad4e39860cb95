/** The account of a manager who holds more than whoever looks at it: why nothing is offered that would change it. */
import { Alert, Menu } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMay } from "../parts/may.tsx";

interface SparedProps {
  readonly of: { readonly userId: string } | { readonly serviceUserId: string };
  readonly organizationId: string;
}

/** Whether it is this account, of all those one may change. */
function useSpared({ of, organizationId }: SparedProps): boolean {
  const permission = "userId" in of ? "user.write" : "service_user.write";
  const there = useMay({ organizationId });
  const here = useMay(of);
  return here.known && there.has(permission) && !here.has(permission);
}

export function SparedNote(props: SparedProps) {
  if (!useSpared(props)) return null;
  return (
    <Alert variant="light" icon={<IconShieldLock size={18} aria-hidden />} title="This account manages more than you do">
      You can look at it. To change it, one must hold every permission that it holds, so that nobody gets more by taking it over.
    </Alert>
  );
}

/** The items of a menu, unless the account is spared. */
export function UnlessSpared({ children, ...of }: SparedProps & { children: ReactNode }) {
  return useSpared(of) ? <Menu.Label>Manages more than you do</Menu.Label> : children;
}
