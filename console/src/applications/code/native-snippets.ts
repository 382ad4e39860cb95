/** For what is installed on a device. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the programs in the text.
import { discover } from "./node-snippets.ts";
import { lines, type MakeSnippet } from "./snippet.ts";

const COM = /^[a-z][a-z0-9+.-]*(?=:\/)/;

export const commandLine: MakeSnippet = (values) => ({
  name: "Command line",
  library: "Node.js, openid-client",
  install: "npm install openid-client",
  files: [
    {
      name: "cli.js",
      text: lines(
        'import { once } from "node:events";',
        'import { createServer } from "node:http";',
        ...discover(values),
        "",
        "// The answer comes to an address on this machine, at whichever port is free (RFC 8252).",
        'const server = createServer().listen(0, "127.0.0.1");',
        'await once(server, "listening");',
        "const home = `http://127.0.0.1:${server.address().port}`;",
        "const pkceCodeVerifier = client.randomPKCECodeVerifier();",
        "const expectedState = client.randomState();",
        "const address = client.buildAuthorizationUrl(config, {",
        "  redirect_uri: `${home}/callback`,",
        `  scope: "${values.scope}",`,
        "  state: expectedState,",
        "  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),",
        '  code_challenge_method: "S256",',
        "});",
        "console.log(`Sign in at this address:\\n\\n  ${address.href}\\n`);",
        "",
        'const [request, response] = await once(server, "request");',
        'response.setHeader("connection", "close").end("You can close this window.");',
        "server.close();",
        "const tokens = await client.authorizationCodeGrant(config, new URL(request.url, home), { pkceCodeVerifier, expectedState });",
        "console.log(await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub));",
      ),
    },
  ],
  note: "Register http://127.0.0.1/callback as a redirect URI: for native applications, the port of such an address may be any.",
});

export const ios: MakeSnippet = ({ issuer, clientId, redirectUri, scope }) => ({
  name: "iOS",
  library: "AppAuth",
  install: "Swift package: https://github.com/openid/AppAuth-iOS",
  files: [
    {
      name: "SignIn.swift",
      text: lines(
        "import AppAuth",
        "import UIKit",
        "",
        "final class SignIn {",
        "    private var flow: OIDExternalUserAgentSession?",
        "    private(set) var state: OIDAuthState?",
        "",
        "    func begin(from view: UIViewController) {",
        `        OIDAuthorizationService.discoverConfiguration(forIssuer: URL(string: "${issuer}")!) { configuration, error in`,
        "            guard let configuration else { return print(error as Any) }",
        "            let request = OIDAuthorizationRequest(",
        "                configuration: configuration,",
        `                clientId: "${clientId}",`,
        `                scopes: [${scope
          .split(" ")
          .map((one) => `"${one}"`)
          .join(", ")}],`,
        `                redirectURL: URL(string: "${redirectUri}")!,`,
        "                responseType: OIDResponseTypeCode,",
        "                additionalParameters: nil",
        "            )",
        "            // PKCE, state and nonce are the library's work.",
        "            self.flow = OIDAuthState.authState(byPresenting: request, presenting: view) { state, error in",
        "                self.state = state",
        "                print(state?.lastTokenResponse?.accessToken ?? String(describing: error))",
        "            }",
        "        }",
        "    }",
        "}",
      ),
    },
  ],
  ...(COM.test(redirectUri) && !redirectUri.startsWith("http")
    ? { note: `Add the scheme ${COM.exec(redirectUri)?.[0]} to the URL types of the app.` }
    : {}),
});

export const android: MakeSnippet = ({ issuer, clientId, redirectUri, scope }) => ({
  name: "Android",
  library: "AppAuth",
  install: 'implementation("net.openid:appauth:0.11.1")',
  files: [
    {
      name: "build.gradle.kts",
      text: lines(
        "android {",
        "    defaultConfig {",
        `        manifestPlaceholders["appAuthRedirectScheme"] = "${COM.exec(redirectUri)?.[0] ?? "com.example.app"}"`,
        "    }",
        "}",
      ),
    },
    {
      name: "SignInActivity.kt",
      text: lines(
        "import android.net.Uri",
        "import android.os.Bundle",
        "import androidx.activity.ComponentActivity",
        "import androidx.activity.result.contract.ActivityResultContracts.StartActivityForResult",
        "import net.openid.appauth.*",
        "",
        "class SignInActivity : ComponentActivity() {",
        "    private val service by lazy { AuthorizationService(this) }",
        "    private val answer = registerForActivityResult(StartActivityForResult()) { result ->",
        "        val response = result.data?.let { AuthorizationResponse.fromIntent(it) } ?: return@registerForActivityResult",
        "        service.performTokenRequest(response.createTokenExchangeRequest()) { tokens, error ->",
        "            println(tokens?.accessToken ?: error)",
        "        }",
        "    }",
        "",
        "    override fun onCreate(state: Bundle?) {",
        "        super.onCreate(state)",
        `        AuthorizationServiceConfiguration.fetchFromIssuer(Uri.parse("${issuer}")) { configuration, error ->`,
        "            if (configuration == null) return@fetchFromIssuer println(error)",
        "            val request = AuthorizationRequest.Builder(",
        "                configuration,",
        `                "${clientId}",`,
        "                ResponseTypeValues.CODE,",
        `                Uri.parse("${redirectUri}"),`,
        `            ).setScope("${scope}").build()`,
        "            answer.launch(service.getAuthorizationRequestIntent(request))",
        "        }",
        "    }",
        "}",
      ),
    },
  ],
});
