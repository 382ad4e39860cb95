/** Where else a person is reached: by phone, and where they live or work. */
import { Checkbox, SimpleGrid, TextInput } from "@mantine/core";
import { changed, client, ifMatch, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { Section } from "../parts/page/section.tsx";

const noAddress = { street: "", postalCode: "", locality: "", region: "", country: "" };

export function UserContact({
  user: { id: userId, phone, phoneVerified, address, version },
}: {
  user: Schemas["User"];
}) {
  const readOnly = !useMay({ userId }).has("user.write");
  return (
    <Section title="Phone and address" purpose="Applications get them with the scopes phone and address.">
      <ApiForm
        initial={{ phone, phoneVerified, ...noAddress, ...address }}
        readOnly={readOnly}
        fields={Object.fromEntries(Object.keys(noAddress).map((field) => [`address.${field}`, field]))}
        save={({ phone: number, phoneVerified: verified, ...place }) =>
          changed(
            client.PATCH("/users/{userId}", {
              params: { path: { userId }, ...ifMatch(version) },
              body: { phone: number, phoneVerified: verified, address: place },
            }),
          )
        }
      >
        {(form) => {
          const props = form.getInputProps("phone");
          return (
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
              <TextInput
                label="Phone"
                type="tel"
                placeholder="+41 44 123 45 67"
                {...props}
                onChange={(event) => {
                  props.onChange(event);
                  // What was known of the former number says nothing about this one.
                  form.setFieldValue("phoneVerified", false);
                }}
              />
              <Checkbox
                label="The number is verified"
                mt={{ base: 0, sm: 30 }}
                disabled={form.getValues().phone === ""}
                {...form.getInputProps("phoneVerified", { type: "checkbox" })}
              />
              <TextInput label="Street" {...form.getInputProps("street")} />
              <TextInput label="Postal code" {...form.getInputProps("postalCode")} />
              <TextInput label="City" {...form.getInputProps("locality")} />
              <TextInput label="Region" {...form.getInputProps("region")} />
              <TextInput label="Country" {...form.getInputProps("country")} />
            </SimpleGrid>
          );
        }}
      </ApiForm>
    </Section>
  );
}
