import { sqlite } from "../../support/node.ts";
import { attackOn } from "./attack.ts";

attackOn(sqlite);
