import { postgres } from "../../support/node.ts";
import { attackOn } from "./attack.ts";

attackOn(postgres);
