/**
 * A form whose rules are the server's: what it refuses is shown at the field, and what was typed stays. It saves for
 * itself and says so.
 */
import { Button, Group, Stack } from "@mantine/core";
import { type FormRulesRecord, type UseFormReturnType, useForm } from "@mantine/form";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { readAgain, toProblem } from "../../api.ts";
import { ProblemAlert, sayDone } from "../page/problem.tsx";

export type FormOf<Values> = UseFormReturnType<Values>;

interface ApiFormProps<Values> {
  readonly initial: Values;
  /** Sends it; throws the problem of the API. */
  save(values: Values): Promise<unknown>;
  readonly children: (form: FormOf<Values>) => ReactNode;
  /** On the button. */
  readonly submit?: string;
  /** What is said when it is through; nothing, where that shows anyway. */
  readonly done?: string;
  readonly onCancel?: () => void;
  /** May be sent once more as it is. */
  readonly repeatable?: boolean;
  /** Shown, and not to be changed. */
  readonly readOnly?: boolean;
  /** What the fields of the API are called in the form, where that differs: `{ "tokens.algorithm": "algorithm" }`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Checked while typing, before the server is asked. */
  readonly validate?: FormRulesRecord<Values>;
}

export function ApiForm<Values extends Record<string, unknown>>(props: ApiFormProps<Values>) {
  const {
    initial,
    save,
    children,
    submit = "Save",
    done = "Saved",
    onCancel,
    repeatable = false,
    readOnly = false,
    fields = {},
  } = props;
  const form = useForm<Values>({
    initialValues: initial,
    validateInputOnBlur: true,
    ...(props.validate === undefined ? {} : { validate: props.validate as never }),
  });
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const id = useId();
  const { basis, takeOver } = useSavingBasis(form, initial, save);

  const send = async (values: Values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await basis.current.save(values);
      form.resetDirty(values);
      if (onCancel === undefined && done !== "") sayDone(done);
    } catch (thrown) {
      const atFields = problemsAtFields(thrown, form.getValues(), fields);
      form.setErrors(atFields);
      if (Object.keys(atFields).length === 0) setProblem(thrown);
      if (isChangedMeanwhile(thrown)) void readAgain();
      focusFirst(id);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form id={id} noValidate onSubmit={form.onSubmit(send, () => focusFirst(id))}>
      <Stack gap="md">
        {problem !== undefined && <ProblemAlert problem={problem} />}
        {isChangedMeanwhile(problem) && (
          <Group>
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setProblem(undefined);
                takeOver();
              }}
            >
              Begin again with what it is now
            </Button>
          </Group>
        )}
        <fieldset disabled={readOnly} className="plain">
          <Stack gap="md">{children(form)}</Stack>
        </fieldset>
        {!readOnly && (
          <Group justify={onCancel === undefined ? "flex-start" : "flex-end"} gap="xs">
            {onCancel !== undefined && (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={busy} disabled={onCancel === undefined && !repeatable && !form.isDirty()}>
              {submit}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/**
 * Somebody else's change, or our own as the server understood it, comes into a form in which nothing has been typed.
 * Where something has, it is saved on the basis of what was there when it was typed: the server then says that it was
 * changed meanwhile, and nobody's change is undone unseen.
 */
function useSavingBasis<Values extends Record<string, unknown>>(
  form: FormOf<Values>,
  initial: Values,
  save: ApiFormProps<Values>["save"],
) {
  const text = JSON.stringify(initial);
  const basis = useRef({ text, save });
  const takeOver = () => {
    form.setInitialValues(initial);
    form.setValues(initial);
    form.resetDirty(initial);
    basis.current = { text, save };
  };
  useEffect(() => {
    if (basis.current.text === text) basis.current = { text, save };
    else if (!form.isDirty()) takeOver();
  });
  return { basis, takeOver };
}

function isChangedMeanwhile(thrown: unknown): boolean {
  return thrown !== undefined && toProblem(thrown).code === "changed_meanwhile";
}

/** Problems whose field the form has. `redirectUris[0]` is said at `redirectUris`, unless the form knows it better. */
function problemsAtFields(
  thrown: unknown,
  values: Record<string, unknown>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { field, message } of toProblem(thrown).errors ?? []) {
    const topField = field.split(/[.[]/)[0] ?? field;
    const name =
      names[field] ?? names[topField] ?? (field in values ? field : topField in values ? topField : undefined);
    if (name === undefined) return {};
    found[name] = found[name] === undefined ? message : `${found[name]}. ${message}`;
  }
  return found;
}

function focusFirst(formId: string): void {
  requestAnimationFrame(() => {
    const first = document
      .getElementById(formId)
      ?.querySelector<HTMLElement>("[aria-invalid=true], [data-error=true] input, [role=alert]");
    first?.scrollIntoView({ block: "nearest" });
    first?.focus();
  });
}
