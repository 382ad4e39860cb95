/** Group X: nobody gets across, from one organization to another, from one manager to another, from outside to anybody. */
import type { Row } from "./rows.ts";

export const boundaryRows: readonly Row[] = [];
