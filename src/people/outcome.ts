/** What a page or a form on the way in comes to, said as a value: whoever drives the steps turns it into an answer. */
import type { Slowed } from "../identity/limits/attempts.ts";
import type { Appearance } from "../pages/appearance.ts";
import type { LoginRequest, LoginStep, Proven } from "../pages/login-request.ts";
import type { Page } from "../pages/page.ts";

export type StepName = LoginStep["at"];
/** What the sealed request says when somebody is at that step. */
export type Sealed<Name extends StepName> = Extract<LoginStep, { at: Name }>;

/** What may come after a step: another one, whatever is due for somebody who has proved something, or the way back. */
export type Next = StepName | "due" | "back";

/** Its forms may lead back to an application, as those of all steps. */
export interface StepPage extends Omit<Page, "leadsAway"> {
  /** Where it is another one than the request's. */
  readonly appearance?: Appearance;
}

/** What a page says beside what it always says. Whoever asks for it first is told nothing of it. */
export interface Says {
  readonly problem?: string | undefined;
}

export type Outcome<May extends Next, Said extends Says = Says> = Onward<May, Said> | ShownOnce | Refusal<Said>;

/** A page that is seen by this answer, and at no address. */
interface ShownOnce {
  readonly show: StepPage;
  readonly status?: number;
}

/** Of what may follow, one: a step, whatever is due, or the way back. */
export type Onward<May extends Next, Said extends Says = Says> = May extends StepName
  ? ToStep<May>
  : May extends "due"
    ? Proved<Said>
    : { /** Back to where the request came from, with this answer. */ readonly back: LoginRequest["outcome"] };

interface ToStep<Name extends StepName> {
  /** With what was learned. */
  readonly to: Sealed<Name>;
  /** The one of its pages that is meant. */
  readonly choice?: string;
}

interface Proved<Said extends Says> {
  /** Of several, the person chooses one. */
  readonly proven: readonly Proven[];
  /** Once it is certain that the person may go on. */
  readonly afterwards?: () => Promise<void>;
  /** What somebody sees who may not sign in: what a wrong proof comes to. */
  readonly otherwise?: Refusal<Said>;
}

export type Refusal<Said extends Says> =
  /** The page again, with this. */
  | { readonly again: Said; readonly status: number }
  | { readonly again: Said; readonly slowed: Slowed }
  /** It does not go on from here. */
  | "over";

/** In place of the page or the form that was asked for. */
export class Instead<May extends Next> {
  readonly outcome: Onward<May> | ShownOnce;

  constructor(outcome: Onward<May> | ShownOnce) {
    this.outcome = outcome;
  }
}
