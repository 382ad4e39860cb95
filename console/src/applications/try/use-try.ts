/** Follows one try from the request to userinfo, and tells how far it has come. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type Answer, openChannel } from "../../try-callback.ts";
import type { Discovery } from "../discovery.ts";
import type { Application } from "../kinds.ts";
import type { OneTimeValues } from "./begin.ts";
import { type Decoded, decode } from "./decode.ts";
import { askUserinfo, type Exchange, exchangeCode, type Proof } from "./exchange.ts";

export interface Try {
  readonly oneTime: OneTimeValues;
  readonly parameters: readonly (readonly [string, string])[];
  /** What came back to the redirect URI. */
  readonly answer?: ReadonlyMap<string, string>;
  readonly exchange?: Exchange;
  readonly tokens?: { readonly idToken?: string; readonly accessToken?: string };
  readonly idToken?: Decoded | undefined;
  readonly accessToken?: Decoded | undefined;
  readonly userinfo?: Omit<Exchange, "sent">;
  /** It went no further, for a reason that is no answer of Signet. */
  readonly failure?: string;
  readonly isOver: boolean;
}

interface Begin {
  readonly oneTime: OneTimeValues;
  readonly parameters: Try["parameters"];
  readonly proof: Proof;
}

export function useTry(application: Application, discovery: Discovery | undefined) {
  const [run, setRun] = useState<Try>();
  const channel = useRef<BroadcastChannel>(undefined);
  const stop = useCallback(() => channel.current?.close(), []);
  useEffect(() => stop, [stop]);

  const begin = ({ oneTime, parameters, proof }: Begin) => {
    stop();
    setRun({ oneTime, parameters, isOver: false });
    const listening = openChannel(oneTime.state);
    channel.current = listening;
    listening.onmessage = async ({ data }: MessageEvent<Answer>) => {
      stop();
      const add = (part: Partial<Try>) =>
        setRun((before) => (before?.oneTime === oneTime ? { ...before, ...part } : before));
      try {
        if (discovery !== undefined) await follow({ application, discovery, oneTime, proof }, readAnswer(data), add);
        add({ isOver: true });
      } catch (error) {
        add({ isOver: true, failure: error instanceof Error ? error.message : String(error) });
      }
    };
  };
  const cancel = () => {
    stop();
    setRun(undefined);
  };
  return { run, begin, cancel };
}

function readAnswer({ search, hash }: Answer): ReadonlyMap<string, string> {
  return new Map([...new URLSearchParams(search), ...new URLSearchParams(hash.slice(1))]);
}

interface FollowedTry {
  readonly application: Application;
  readonly discovery: Discovery;
  readonly oneTime: OneTimeValues;
  readonly proof: Proof;
}

async function follow(
  followedTry: FollowedTry,
  answer: ReadonlyMap<string, string>,
  add: (part: Partial<Try>) => void,
): Promise<void> {
  const { application, discovery } = followedTry;
  add({ answer });
  const code = answer.get("code");
  const exchange = code === undefined ? undefined : await exchangeCode({ ...followedTry, code });
  if (exchange !== undefined) add({ exchange });
  const answeredValues = exchange?.answer ?? Object.fromEntries(answer);
  const [idToken, accessToken] = [textOf(answeredValues.id_token), textOf(answeredValues.access_token)];
  if (idToken === undefined && accessToken === undefined) return;
  add({
    tokens: { ...(idToken === undefined ? {} : { idToken }), ...(accessToken === undefined ? {} : { accessToken }) },
  });
  if (idToken !== undefined) add({ idToken: await decode(idToken, discovery, application.clientId) });
  if (accessToken === undefined) return;
  add({ accessToken: await decode(accessToken, discovery, application.clientId) });
  add({ userinfo: await askUserinfo(discovery, accessToken) });
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
