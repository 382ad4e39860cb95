/** A form in a dialog: for making something, or changing it. */
import { Button, type ButtonProps, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface DialogButtonProps {
  readonly label: string;
  readonly title?: string;
  readonly variant?: ButtonProps["variant"];
  readonly size?: "md" | "lg" | "xl";
  readonly icon?: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog; what is in it is made anew each time. */
export function DialogButton({
  label,
  title = label,
  variant = "filled",
  size = "md",
  icon,
  children,
}: DialogButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant={variant} onClick={open} leftSection={icon ?? <IconPlus size={16} aria-hidden />}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title} size={size}>
        {children(close)}
      </Modal>
    </>
  );
}

interface Dialog {
  readonly title: string;
  readonly size?: "md" | "lg" | "xl";
  readonly children: (close: () => void) => ReactNode;
}

/**
 * For the items of a row's menu, which is gone when the dialog is there. It stands outside the pages: no links in it.
 */
export function openDialog({ title, size = "md", children }: Dialog): void {
  const id = modals.open({ title, size, children: <>{children(() => modals.close(id))}</> });
}
