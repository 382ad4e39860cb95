/** All events that pass the filters, as a file. */
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { act } from "../page/problem.tsx";
import { download } from "../values/copy.tsx";
import { type EventPlace, exportEvents } from "./list.ts";
import type { AuditEvent, EventQuery } from "./words.ts";

interface ExportProps {
  readonly at: EventPlace;
  readonly query: EventQuery;
}

export function EventExport({ at, query }: ExportProps) {
  const [busy, setBusy] = useState(false);
  const save = async (format: "ndjson" | "csv") => {
    setBusy(true);
    const name = `events-${new Date().toISOString().slice(0, 10)}.${format}`;
    await act(async () => {
      const lines = await exportEvents(at, query);
      if (format === "csv") download(name, toCsv(lines), "text/csv");
      else download(name, lines, "application/x-ndjson");
    }, `Saved as ${name}`);
    setBusy(false);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconDownload size={14} aria-hidden />} loading={busy}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save("ndjson")}>As JSON, an event a line</Menu.Item>
        <Menu.Item onClick={() => void save("csv")}>As a table (CSV)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const columns: readonly (readonly [name: string, value: (event: AuditEvent) => string])[] = [
  ["at", ({ at }) => at],
  ["type", ({ type }) => type],
  ["actor kind", ({ actor }) => actor.kind],
  ["actor", ({ actor }) => actor.id ?? ""],
  ["organization", ({ organizationId }) => organizationId ?? ""],
  ["resource kind", ({ resource }) => resource.kind],
  ["resource", ({ resource }) => resource.id ?? ""],
  ["request", ({ requestId }) => requestId ?? ""],
  ["detail", ({ detail }) => JSON.stringify(detail)],
  ["id", ({ id }) => id],
];

/** RFC 4180. */
function toCsv(lines: string): string {
  const events: AuditEvent[] = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const rows = [columns.map(([name]) => name), ...events.map((event) => columns.map(([, value]) => value(event)))];
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

/** A spreadsheet would take what begins like this for a formula, and an id of a request may be anybody's text. */
function toCell(text: string): string {
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
