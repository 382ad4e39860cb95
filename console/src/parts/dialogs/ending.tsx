/**
 * The end of something, for a while or for good: the same two questions wherever something can be deactivated and
 * deleted.
 */
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { readAgain } from "../../api.ts";
import { act } from "../page/problem.tsx";
import { confirm, confirmByName, Danger, DangerZone } from "./confirm.tsx";

interface EndingProps {
  /** "project" */
  readonly kind: string;
  readonly thing: { readonly name: string; readonly state: string };
  /** What one may do. */
  readonly may: {
    readonly change: boolean;
    /** Where that is not for everybody who may deactivate it. */
    readonly activate?: boolean;
    readonly delete: boolean;
  };
  deactivate(): Promise<unknown>;
  activate(): Promise<unknown>;
  /** Only sends it: the page is left before anything is read again. */
  remove(): Promise<unknown>;
  /** Where to go when it is deleted. */
  readonly then: string;
  readonly words: {
    /** What it means that it is inactive, for the page and for the question. */
    readonly inactive: string;
    readonly deactivating: string;
    readonly active: string;
    /** What goes with it, for the page and for the question. */
    readonly gone: string;
    readonly deleting: string;
  };
  /** Other things that end, before these. */
  readonly children?: ReactNode;
}

const FOR_GOOD = "This cannot be undone.";

export function Ending({ kind, thing: { name, state }, may, words, children, ...calls }: EndingProps) {
  const navigate = useNavigate();
  const isActive = state === "active";
  const mayChange = isActive ? may.change : (may.activate ?? may.change);
  if (!mayChange && !may.delete && !children) return null;
  return (
    <DangerZone>
      {children}
      {mayChange && isActive && (
        <Danger
          action={`Deactivate ${kind}`}
          explanation={words.inactive}
          onClick={() =>
            confirm({
              action: `Deactivate ${kind}`,
              consequence: words.deactivating,
              run: calls.deactivate,
              done: `${name} is inactive`,
            })
          }
        />
      )}
      {mayChange && !isActive && (
        <Danger
          action={`Activate ${kind}`}
          explanation={words.active}
          onClick={() => void act(calls.activate, `${name} is active`)}
        />
      )}
      {may.delete && (
        <Danger
          action={`Delete ${kind}`}
          explanation={`${words.gone} ${FOR_GOOD}`}
          onClick={() =>
            confirmByName({
              action: `Delete ${kind}`,
              name,
              consequence: `${words.deleting} ${FOR_GOOD}`,
              async run() {
                await calls.remove();
                await navigate({ to: calls.then });
                await readAgain();
              },
              done: `${name} was deleted`,
            })
          }
        />
      )}
    </DangerZone>
  );
}
