/** The API document: a valid one, that says of every call what the code does. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Type from "typebox";
import { registry } from "../../src/errors/registry.ts";
import { isPermission } from "../../src/identity/permissions/permissions.ts";
import { roles } from "../../src/identity/permissions/roles.ts";
import { type Operation, referredName, type Schema } from "../../src/management/openapi/document.ts";
import { wholeExamples } from "../../src/management/openapi/examples.ts";
import { describeApi } from "../../src/management/openapi/openapi.ts";
import { problem } from "../../src/management/openapi/problems.ts";
import { schemaComponents } from "../../src/management/openapi/schemas.ts";
import { chapters } from "../../src/management/openapi/words.ts";
import { routes } from "../../src/management/routes.ts";
import { checkInput } from "../../src/management/validation.ts";
import { type Api, startApi } from "../support/api.ts";
import { startTestNode } from "../support/node.ts";

const document = describeApi(routes, "https://id.example/management/v1");
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
);

function operationOf({ method, path }: { method: string; path: string }): Operation {
  const call = `${method} ${path.replace(/:(\w+)/g, "{$1}")}`;
  const found = operations.find((candidate) => candidate.call === call);
  assert.ok(found, `${call} is not in the document`);
  return found.operation;
}

/** As it was before it was taken apart into components. */
function put(schema: Schema): unknown {
  const name = referredName(schema);
  if (name !== undefined) return put(document.components.schemas[name] ?? {});
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value?.$ref === "string") return put(value);
    return value;
  });
}

/** The document adds the type to an enumeration of texts, and the name to a page. */
function withoutAdditions(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, inner) => {
    if (Array.isArray(inner?.enum)) delete inner.type;
    if (/Page$/.test(inner?.title)) delete inner.title;
    return inner;
  });
}

describe("the API document", () => {
  test("is a valid OpenAPI 3.1 document", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
    assert.deepEqual({ valid, errors, version: validator.version }, { valid: true, errors: undefined, version: "3.1" });
  });

  test("the validator would tell if it were not", async () => {
    const { valid } = await new Validator().validate({
      ...JSON.parse(JSON.stringify(document)),
      paths: { "/x": { get: { responses: 1 } } },
    });
    assert.equal(valid, false);
  });

  test("has every call there is, and no other", () => {
    assert.deepEqual(
      operations.map(({ call }) => call).toSorted(),
      routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`).toSorted(),
    );
  });

  test("every parameter in a path is declared, and no other", () => {
    for (const { path, params } of routes) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      assert.deepEqual(Object.keys(params.properties).toSorted(), inPath.toSorted(), path);
    }
  });

  test("every call has a name of its own, of letters only", () => {
    const names = operations.map(({ operation }) => operation.operationId);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index || !/^[a-z][a-zA-Z]+$/.test(name)),
      [],
    );
  });

  test("names say what is done to what", () => {
    const cases = {
      "GET /organizations/{organizationId}/projects": "listOrganizationProjects",
      "POST /organizations/{organizationId}/projects": "createOrganizationProject",
      "GET /projects/{projectId}": "readProject",
      "PATCH /projects/{projectId}": "changeProject",
      "DELETE /projects/{projectId}": "deleteProject",
      "POST /projects/{projectId}/activate": "activateProject",
      "PUT /instance/policies/password": "setInstancePasswordPolicy",
      "POST /users/{userId}/send-password-reset": "sendUserPasswordReset",
      "GET /events/export": "exportEvents",
    };
    const named = operations.flatMap(({ call, operation }) => (call in cases ? [[call, operation.operationId]] : []));
    assert.deepEqual(Object.fromEntries(named), cases);
  });

  test("every call says which permission it needs, and where", () => {
    for (const route of routes) {
      const operation = operationOf(route);
      assert.ok(route.permission === "any" || isPermission(route.permission), route.path);
      assert.deepEqual([operation["x-permission"], operation["x-place"]], [route.permission, route.at]);
      assert.ok(
        operation.description.includes(
          route.permission === "any" ? "Every manager may call it" : `\`${route.permission}\``,
        ),
      );
    }
  });

  test("bodies and answers are those that calls are checked with", () => {
    for (const route of routes) {
      const { requestBody, responses } = operationOf(route);
      const done = responses[route.status];
      assert.ok(done && "description" in done, route.path);
      assert.deepEqual(
        withoutAdditions(put(requestBody?.content["application/json"]?.schema ?? {})),
        withoutAdditions(route.body ?? {}),
      );
      assert.deepEqual(
        withoutAdditions(put(done.content?.["application/json"]?.schema ?? {})),
        withoutAdditions(route.answer ?? {}),
      );
    }
  });

  for (const route of routes.filter(({ body }) => body !== undefined)) {
    test(`the example of ${route.method} ${route.path} is one that the call takes`, () => {
      const { requestBody } = operationOf(route);
      assert.ok(route.body);
      checkInput(route.body, requestBody?.content["application/json"]?.example, "body");
    });
  }

  test("every example that was written by hand is of a schema that a call takes", () => {
    const taken = operations.map(({ operation }) =>
      referredName(operation.requestBody?.content["application/json"]?.schema ?? {}),
    );
    assert.deepEqual(
      Object.keys(wholeExamples).filter((title) => !taken.includes(title)),
      [],
    );
  });

  test("every reference leads to something", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
    assert.ok(references.length > 0);
    const components: Record<string, Readonly<Record<string, unknown>>> = document.components;
    for (const [text, kind = "", name = ""] of references) assert.ok(components[kind]?.[name], text);
  });

  test("If-Match and Idempotency-Key stand where they count, and so do 412 and 422", () => {
    for (const route of routes) {
      const { parameters, responses } = operationOf(route);
      const taken = parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
      assert.deepEqual(
        taken,
        [...(route.versioned ? ["If-Match"] : []), ...(route.creates ? ["Idempotency-Key"] : [])],
        route.path,
      );
      assert.deepEqual(["412" in responses, "422" in responses], [route.versioned, route.creates], route.path);
    }
  });

  test("an answer that stands under a status has only codes of that status", () => {
    const answers = operations.flatMap(({ operation }) => Object.entries(operation.responses));
    for (const [status, response] of answers.filter(([status]) => status !== "default")) {
      if (!("$ref" in response)) continue;
      const { description = "" } = document.components.responses[response.$ref.split("/").at(-1) ?? ""] ?? {};
      const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code as keyof typeof registry);
      assert.deepEqual(new Set(codes.map((code) => String(registry[code].status))), new Set([status]));
    }
  });

  test("errors have every code of the registry, and no other", () => {
    assert.deepEqual(document.components.schemas.Problem?.properties?.code?.enum, Object.keys(registry));
  });

  test("every chapter is described, and every description is of a chapter", () => {
    assert.deepEqual(
      [...new Set(routes.map(({ tag }) => tag))].toSorted(),
      chapters.map(({ name }) => name).toSorted(),
    );
    assert.ok(document.tags.every(({ description = "" }) => description.endsWith(".")));
  });

  test("says what each manager role may do", () => {
    assert.deepEqual(document["x-manager-roles"], roles);
  });
});

describe("a title", () => {
  const project = () => Type.Object({ name: Type.String() }, { title: "Project" });

  test("may be met many times where it is the same schema", () => {
    const components = schemaComponents();
    assert.deepEqual(components.add(project()), { $ref: "#/components/schemas/Project" });
    assert.deepEqual(components.add(Type.Array(project())), {
      type: "array",
      items: { $ref: "#/components/schemas/Project" },
    });
    assert.deepEqual([...components.schemas.keys()], ["Project"]);
  });

  test("belongs to one schema", () => {
    const components = schemaComponents();
    components.add(project());
    assert.throws(
      () => components.add(Type.Object({ id: Type.String() }, { title: "Project" })),
      /two different schemas have the title "Project"/,
    );
  });

  test("that could not stand in an address is refused", () => {
    assert.throws(() => schemaComponents().add(Type.Object({}, { title: "A project" })), /cannot name a component/);
  });

  test("a property that is called title is none", () => {
    const schema = Type.Object({ title: Type.String(), enum: Type.Optional(Type.String()) });
    assert.deepEqual(schemaComponents().add(schema), JSON.parse(JSON.stringify(schema)));
  });
});

describe("GET /management/v1/openapi.json", () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  const url = "/management/v1/openapi.json";

  test("needs no token, may be kept for five minutes, and may be read by any origin", async () => {
    const { statusCode, headers, body } = await api.idp.node.app.inject({
      url,
      headers: { origin: "https://app.example" },
    });
    assert.equal(statusCode, 200);
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal(headers["cache-control"], "public, max-age=300");
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.deepEqual(JSON.parse(body).paths, JSON.parse(JSON.stringify(document.paths)));
  });

  test("answers a preflight", async () => {
    const { statusCode, headers } = await api.idp.node.app.inject({ method: "OPTIONS", url });
    assert.deepEqual([statusCode, headers["access-control-allow-methods"]], [204, "GET"]);
  });

  test("is not sent again to whoever has it", async () => {
    const first = await api.idp.node.app.inject({ url });
    const etag = String(first.headers.etag);
    assert.match(etag, /^"[\w-]+"$/);
    const again = await api.idp.node.app.inject({ url, headers: { "if-none-match": `"other", W/${etag}` } });
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, "", etag]);
    const other = await api.idp.node.app.inject({ url, headers: { "if-none-match": '"other"' } });
    assert.equal(other.statusCode, 200);
  });

  test("names the base address of this Signet", async () => {
    const environment = { SIGNET_ISSUER_URL: "https://id.example", SIGNET_BASE_URL: "https://api.id.example" };
    const node = await startTestNode({ environment });
    try {
      const { servers } = (await node.app.inject({ url })).json();
      assert.deepEqual(servers, [{ url: "https://api.id.example/management/v1" }]);
    } finally {
      await node.close();
    }
  });

  test("errors are what it says they are", async () => {
    const answers = [
      await api.call("GET", "/projects/unknown", undefined),
      await api.owner.get("/projects/unknown"),
      await api.owner.get(`/organizations/${api.idp.world.acme.id}/projects?limit=0&colour=red`),
      await api.owner.post(`/organizations/${api.idp.world.acme.id}/projects`, { nam: "x" }),
      await api.owner.get("/nothing-here"),
    ];
    for (const { status, json, headers } of answers) {
      assert.match(headers["content-type"] ?? "", /^application\/problem\+json/);
      checkInput(problem, json, "body");
      assert.equal(json.status, status);
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 404, 400, 400, 404],
    );
  });

  test("an answer has the headers that it says", async () => {
    const { json, headers } = await api.owner.post(`/organizations/${api.idp.world.acme.id}/projects`, {
      name: "Headers",
    });
    const read = await api.owner.get(`/projects/${json.id}`);
    for (const [path, method, status, answer] of [
      ["/organizations/:organizationId/projects", "POST", 201, headers],
      ["/projects/:projectId", "GET", 200, read.headers],
    ] as const) {
      const response = operationOf({ method, path }).responses[status];
      const declared = response && "headers" in response ? Object.keys(response.headers ?? {}) : [];
      assert.deepEqual(
        declared.filter((name) => answer[name.toLowerCase()] === undefined),
        method === "POST" ? ["Idempotency-Replayed"] : [],
      );
    }
  });
});
