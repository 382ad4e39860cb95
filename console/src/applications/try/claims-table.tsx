/** Names and values of a request, an answer or a token, each with what it means. */
import { Table } from "@mantine/core";
import { Copy } from "../../parts/values/copy.tsx";
import { exactTime, relativeTime } from "../../parts/values/when.tsx";
import { claimWords, parameterWords, timeClaims } from "./words.ts";

interface NamedValuesProps {
  /** What they belong to, for those who cannot see: "Claims of the ID token". */
  readonly label: string;
  readonly values: Iterable<readonly [name: string, value: unknown]>;
  readonly words: "claims" | "parameters";
}

export function NamedValues({ label, values, words }: NamedValuesProps) {
  const meanings = words === "claims" ? claimWords : parameterWords;
  return (
    <Table aria-label={label} className="named-values" verticalSpacing={6}>
      <Table.Tbody>
        {[...values].map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" className="mono">
              {name}
            </Table.Th>
            <Table.Td>
              <Value name={name} value={value} />
            </Table.Td>
            <Table.Td c="dimmed" fz="xs">
              {meanings[name] ?? (words === "claims" ? parameterWords[name] : claimWords[name])}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const LONG = 60;
/** Of tokens the beginning is enough to look at. */
const MOST = 200;

function Value({ name, value }: { name: string; value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (timeClaims.has(name) && typeof value === "number") {
    const at = new Date(value * 1000).toISOString();
    return (
      <span>
        <span className="mono">{text}</span> <span>{`${exactTime(at)}, ${relativeTime(at)}`}</span>
      </span>
    );
  }
  return (
    <span className="named-value">
      <span className="mono wrap">{text.length > MOST ? `${text.slice(0, MOST)}…` : text}</span>
      {text.length > LONG && <Copy value={text} what={name} />}
    </span>
  );
}
