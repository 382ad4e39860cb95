/** Whoever is signed in: their own account, the looks, the way out. */
import { Avatar, Box, Group, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { IconDeviceDesktop, IconLogout, IconMoon, IconSelector, IconSun, IconUserCircle } from "@tabler/icons-react";
import { useMe } from "../may.tsx";
import { signOut } from "../session.ts";

const colorSchemes = [
  ["light", "Light", IconSun],
  ["dark", "Dark", IconMoon],
  ["auto", "As the system", IconDeviceDesktop],
] as const;

export function PersonMenu() {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (me === undefined) return null;
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton p={8} w="100%" className="switcher">
          <Group gap="xs" wrap="nowrap">
            <Avatar size={28} name={me.displayName} color="initials" aria-hidden />
            <Box flex={1} miw={0}>
              <VisuallyHidden>Signed in as </VisuallyHidden>
              <Text size="sm" truncate>
                {me.displayName}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {me.loginName}
              </Text>
            </Box>
            <IconSelector size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href="/account" leftSection={<IconUserCircle size={16} aria-hidden />}>
          My profile
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Looks</Menu.Label>
        {colorSchemes.map(([scheme, label, Icon]) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setColorScheme(scheme)}
            aria-current={colorScheme === scheme}
            fw={colorScheme === scheme ? 600 : 400}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
