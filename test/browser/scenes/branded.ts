/** Pages that look like the organization they belong to. */
import { fillIn, fillInName } from "../login-page.ts";
import { type Scene, start } from "./scene.ts";

export const branded: Record<string, Scene> = {
  "branded-sign-in": {
    title: /^Sign in to Fernwood Garden Planner$/,
    reach: (page, stage) => page.goto(start(stage, stage.fernwood, { login_hint: "wilhelmina@fernwood.example" })),
  },
  "branded-password": {
    title: /^Sign in to Fernwood Garden Planner$/,
    async reach(page, stage) {
      await page.goto(start(stage, stage.fernwood));
      await fillInName(page, "wilhelmina@fernwood.example");
    },
  },
  "branded-register": {
    title: /^Create an account$/,
    reach: (page, stage) => page.goto(start(stage, stage.fernwood, { prompt: "create" })),
  },
  "branded-background": {
    title: /^Sign in to Tideway Charts$/,
    async reach(page, stage) {
      await page.goto(start(stage, stage.tideway));
      await fillIn(page, "nobody@tideway.example", "wrong password");
      await page.getByRole("alert").waitFor();
    },
  },
};
