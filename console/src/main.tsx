import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./style.css";
import { createRoot } from "react-dom/client";
import { App, CannotStart } from "./app.tsx";
import { openSession } from "./session.ts";
import { handAnswerOver } from "./try-callback.ts";

// Signet was upgraded while this was open: the parts that are not loaded yet have other names now.
addEventListener("vite:preloadError", () => location.reload());

if (!handAnswerOver()) {
  const root = createRoot(document.getElementById("console") ?? document.body);
  try {
    await openSession();
    root.render(<App />);
  } catch (error) {
    root.render(<CannotStart error={error} />);
  }
}
