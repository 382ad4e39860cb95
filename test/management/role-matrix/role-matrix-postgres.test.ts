import { postgres } from "../../support/node.ts";
import { playMatrix } from "./matrix.ts";

playMatrix(postgres);
