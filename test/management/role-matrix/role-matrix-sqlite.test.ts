import { sqlite } from "../../support/node.ts";
import { playMatrix } from "./matrix.ts";

playMatrix(sqlite);
