/** One picture: what it is now, and a place to choose or drop another. */
import { Box, Button, FileButton, Group, Input, Text } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { toProblem } from "../api.ts";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { sayDone, sentence } from "../parts/page/problem.tsx";
import { type BrandingPlace, type Picture, removePicture, setPicture } from "./branding-calls.ts";
import { inBase64 } from "./in-base64.ts";
import "./pictures.css";

/** The API's limit: a larger file is not even read. */
export const LARGEST_KIB = 512;
const ACCEPTED = "image/png,image/jpeg,image/webp";

interface PictureFieldProps {
  readonly place: BrandingPlace;
  readonly kind: Picture["kind"];
  readonly label: string;
  /** Where and how it is shown. */
  readonly whereShown: string;
  readonly picture: Picture | undefined;
  readonly readOnly: boolean;
}

export function PictureField({ place, kind, label, whereShown, picture, readOnly }: PictureFieldProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const id = useId();
  // Whoever corrects a file chooses the same name again, which counts as no choice unless the last one is forgotten.
  const forget = useRef<() => void>(null);

  const upload = async (file: File | null | undefined) => {
    if (file === null || file === undefined || busy) return;
    const size = Math.ceil(file.size / 1024);
    if (size > LARGEST_KIB)
      return setProblem(`${file.name} has ${size} KiB; choose a picture of at most ${LARGEST_KIB} KiB.`);
    setBusy(true);
    setProblem(undefined);
    try {
      await setPicture(place, kind, await inBase64(file));
      sayDone(`${label} saved`);
    } catch (thrown) {
      setProblem(problemOf(thrown));
    } finally {
      setBusy(false);
      forget.current?.();
    }
  };
  const remove = () =>
    confirm({
      action: `Remove ${label.toLowerCase()}`,
      consequence: "Pages stop showing it at once. To have it back, upload it again.",
      run: () => removePicture(place, kind),
      done: `${label} removed`,
    });
  const dropHandlers = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setIsDraggedOver(true);
    },
    onDragLeave: () => setIsDraggedOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsDraggedOver(false);
      void upload(event.dataTransfer.files[0]);
    },
  };
  return (
    <Box
      role="group"
      aria-labelledby={id}
      className="picture"
      {...(readOnly ? {} : dropHandlers)}
      data-over={isDraggedOver}
    >
      <div className="picture-frame" data-dark={kind === "dark_logo"}>
        {picture === undefined ? (
          <IconPhoto size={20} aria-hidden />
        ) : (
          <img src={picture.url} alt={`${label}, as it is now`} />
        )}
      </div>
      <Box flex="1 1 180px" miw={0}>
        <Text id={id} size="sm" fw={500}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {whereShown}
        </Text>
        {!readOnly && (
          <Group gap="xs" mt="xs">
            <FileButton resetRef={forget} accept={ACCEPTED} onChange={(file) => void upload(file)}>
              {(props) => (
                <Button {...props} variant="default" size="xs" loading={busy} aria-label={`Choose a file: ${label}`}>
                  {picture === undefined ? "Choose a file" : "Replace"}
                </Button>
              )}
            </FileButton>
            {picture !== undefined && (
              <Button variant="subtle" color="red" size="xs" onClick={remove} aria-label={`Remove: ${label}`}>
                Remove
              </Button>
            )}
          </Group>
        )}
        {problem !== undefined && (
          <Input.Error role="alert" mt="xs">
            {problem}
          </Input.Error>
        )}
      </Box>
    </Box>
  );
}

/** The API speaks of `data`; here it is a file. */
function problemOf(thrown: unknown): string {
  const { detail } = toProblem(thrown);
  return sentence(detail.replace(/^data is/, "This is"));
}
