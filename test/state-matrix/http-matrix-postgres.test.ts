import { postgres } from "../support/node.ts";
import { runHttpMatrix } from "./http-matrix.ts";

runHttpMatrix(postgres);
