/** Everything around the pages. */
import { Button, Container, MantineProvider, Stack, Text, Title } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queries } from "./api.ts";
import { router } from "./routes.tsx";
import { NotSignedIn, tryAgain } from "./session.ts";
import { cssVariablesResolver, theme } from "./theme.ts";

/** The server puts it into the page and the policy that goes with it; nothing else may add styles. */
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";

// The package that keeps the page still behind a dialog adds a style of its own, and asks for the nonce under this
// name.
Object.assign(globalThis, { __webpack_nonce__: nonce });

function StyledApp({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  );
}

export function App() {
  return (
    <StyledApp>
      <QueryClientProvider client={queries}>
        <ModalsProvider>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </StyledApp>
  );
}

/** Signing in did not come to an end, or Signet could not be reached. */
export function CannotStart({ error }: { error: unknown }) {
  const refused = error instanceof NotSignedIn;
  return (
    <StyledApp>
      <Container component="main" size="xs" py={96}>
        <Stack gap="md" align="flex-start" role="alert">
          <Title order={1}>{refused ? "You are not signed in" : "The Console could not start"}</Title>
          <Text>
            {refused ? error.message : "Signet did not answer. Check your connection, or ask whoever runs this Signet."}
          </Text>
          <Button onClick={() => void tryAgain()}>{refused ? "Sign in" : "Try again"}</Button>
        </Stack>
      </Container>
    </StyledApp>
  );
}
