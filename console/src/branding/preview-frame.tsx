/**
 * The real sign-in page with settings that are not saved yet. A form is sent into a frame; each time a new one, which
 * takes the place of the last when it is there: so nothing flickers, and the browser's way back does not lead through
 * previews.
 */
import { useDebouncedValue, useElementSize } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import "./preview.css";

const SETTLED_MS = 250;
const TALLEST = 620;

interface PreviewFrameProps {
  readonly fields: Readonly<Record<string, string>>;
  /** Of what the page shows beside the fields: when it changes, the page is drawn again. */
  readonly revision: string;
  readonly width: number;
  readonly height: number;
}

export function PreviewFrame({ fields, revision, width, height }: PreviewFrameProps) {
  const [asked] = useDebouncedValue(JSON.stringify({ fields, revision }), SETTLED_MS);
  const [drawn, setDrawn] = useState({ number: 0, asked });
  const [shownNumber, setShownNumber] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const { ref, width: room } = useElementSize();
  if (asked !== drawn.asked) setDrawn({ number: drawn.number + 1, asked });
  const { number } = drawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each number is another form to be sent.
  useEffect(() => form.current?.submit(), [number]);

  const scale = Math.min(1, room / width, TALLEST / height);
  return (
    <div ref={ref} className="preview">
      <form ref={form} method="post" action="/login/preview" target={frameName(number)} hidden>
        {Object.entries<string>(JSON.parse(drawn.asked).fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} readOnly />
        ))}
      </form>
      <div className="preview-screen" style={{ width: width * scale, height: height * scale }}>
        {[...new Set([shownNumber, number])].map((frameNumber) => (
          <iframe
            key={frameNumber}
            name={frameName(frameNumber)}
            title={frameNumber === shownNumber ? "Preview of the sign-in page" : "Preview that is being drawn"}
            aria-hidden={frameNumber !== shownNumber}
            tabIndex={-1}
            style={{
              width,
              height,
              transform: `scale(${scale})`,
              visibility: frameNumber === shownNumber ? "visible" : "hidden",
            }}
            onLoad={(event) => {
              // A frame is empty before anything comes into it, and says so.
              if (event.currentTarget.contentDocument?.URL !== "about:blank") setShownNumber(frameNumber);
            }}
          />
        ))}
      </div>
    </div>
  );
}

function frameName(number: number): string {
  return `preview-${number}`;
}
