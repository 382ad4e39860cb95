/** All that is kept about a person, to take along. */

import { readOwnData } from "../../identity/users/own-data.ts";
import { html } from "../../pages/html.ts";
import { places, sendAccountPage } from "./frame.ts";
import type { Room } from "./room.ts";
import { addressFor } from "./visit.ts";

export function addData(room: Room): void {
  room.page(places.data, {}, (visit) => {
    const { words } = visit.appearance;
    return sendAccountPage(visit, {
      at: places.data,
      title: words.say("data.title"),
      body: html`<p class="intro">${words.say("data.intro")}</p>
<p><a class="button" href="${addressFor(visit, places.download)}" download>${words.say("data.download")}</a></p>`,
    });
  });

  room.page(places.download, {}, async ({ reply, services, human }) => {
    const data = await readOwnData(services.storage.db, human.id);
    reply.header("content-type", "application/json; charset=utf-8");
    reply.header("content-disposition", 'attachment; filename="my-data.json"');
    return reply.send(`${JSON.stringify(data, null, 2)}\n`);
  });
}
