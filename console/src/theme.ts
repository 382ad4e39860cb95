/** The looks of the Console: the colours of Signet's pages, in the words of Mantine. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from "@mantine/core";

const accent: MantineColorsTuple = [
  "#eef3ff",
  "#dbe5ff",
  "#b9ccff",
  "#8fb0ff",
  "#6b94f5",
  "#4a79e3",
  "#3466d4",
  "#2456c5",
  "#1c479f",
  "#15367a",
];
const gray: MantineColorsTuple = [
  "#f8f9fa",
  "#f4f5f7",
  "#e9ecf0",
  "#d8dde4",
  "#c3cad4",
  "#a2abb8",
  "#7d8796",
  "#566070",
  "#363f4c",
  "#1c2430",
];
const dark: MantineColorsTuple = [
  "#e6e9ee",
  "#c5ccd6",
  "#a2abb8",
  "#7f8a99",
  "#4a525f",
  "#353c47",
  "#20252d",
  "#181c22",
  "#12161b",
  "#0f1216",
];

const red: MantineColorsTuple = [
  "#fff1f0",
  "#ffe0dd",
  "#ffcdc7",
  "#ffb4ab",
  "#f28b82",
  "#e0645a",
  "#cb4237",
  "#b3261e",
  "#8f1c15",
  "#6b140f",
];
const green: MantineColorsTuple = [
  "#ecf8f0",
  "#d3efde",
  "#a9e4c0",
  "#7fd8a4",
  "#54b981",
  "#379a64",
  "#26824f",
  "#1a6b3c",
  "#13522d",
  "#0d3a20",
];
const yellow: MantineColorsTuple = [
  "#fff8ec",
  "#fdeccb",
  "#f8d294",
  "#f2b35e",
  "#d9953a",
  "#bd7a1d",
  "#a3660d",
  "#8a5300",
  "#693f00",
  "#4a2d00",
];

/** Shade 7 is for text and lines on white, shade 3 on black; both have the contrast that text needs. */
export const theme = createTheme({
  colors: { accent, gray, dark, red, green, yellow },
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 3 },
  // What is filled is dark on light pages and light on dark ones, so what stands on it is the other way round.
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === "filled" ? { ...colors, color: "var(--signet-on-filled)" } : colors;
  },
  defaultRadius: "md",
  radius: { md: "8px" },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "16px", xl: "18px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "20px", lineHeight: "1.3" }, h2: { fontSize: "16px" }, h3: { fontSize: "14px" } },
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { tt: "none", fw: 500 } },
    // A colour without a meaning is none of those that have one.
    Avatar: { defaultProps: { allowedInitialsColors: ["accent", "gray"] } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 100 },
        closeButtonProps: { "aria-label": "Close" },
        // It is the head of the dialog, not of the page.
        attributes: { header: { role: "none" } },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: "md", position: "bottom-end" } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    Select: { defaultProps: { allowDeselect: false, comboboxProps: { transitionProps: { duration: 80 } } } },
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#ffffff",
    "--mantine-color-text": "#1c2430",
    "--mantine-color-dimmed": "#566070",
    "--mantine-color-placeholder": "#667080",
    "--mantine-color-error": "#b3261e",
    "--mantine-color-default-border": "#d8dde4",
    "--mantine-color-anchor": "#2456c5",
    "--signet-on-filled": "#ffffff",
    "--signet-ground": "#f4f5f7",
    "--signet-field": "#7d8796",
    "--signet-good": "#1a6b3c",
    "--signet-warn": "#8a5300",
    "--signet-bad": "#b3261e",
  },
  dark: {
    "--mantine-color-body": "#181c22",
    "--mantine-color-text": "#e6e9ee",
    "--mantine-color-dimmed": "#a2abb8",
    "--mantine-color-placeholder": "#8f99a8",
    "--mantine-color-error": "#ffb4ab",
    "--mantine-color-default-border": "#353c47",
    "--mantine-color-anchor": "#8fb0ff",
    "--signet-on-filled": "#10151c",
    "--signet-ground": "#0f1216",
    "--signet-field": "#7f8a99",
    "--signet-good": "#7fd8a4",
    "--signet-warn": "#f2b35e",
    "--signet-bad": "#ffb4ab",
  },
});
