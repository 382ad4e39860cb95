/** For what is installed on a device. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the programs in the text.
import { type Framework, lines } from "./framework.ts";
import { discover } from "./openid-client.ts";

const COM = /^[a-z][a-z0-9+.-]*(?=:\/)/;

export const commandLine: Framework = {
  id: "command-line",
  name: "Command line, openid-client",
  group: "Devices",
  library: "Node.js, openid-client",
  install: "npm install openid-client",
  alsoCalled: ["CLI", "terminal", "Node.js"],
  tried: { version: "6.8.9", test: "test/clients/openid-client-examples.test.ts" },
  settings: { type: "native", authMethod: "pkce" },
  redirectPath: "/callback",
  anyPath: true,
  origin: "http://127.0.0.1",
  why: [
    "It runs on people's own devices and keeps no secret: every sign-in is tied to the one who began it by PKCE.",
    "The program asks userinfo, so the ID token stays small.",
  ],
  files: (values) => [
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
};

export const ios: Framework = {
  id: "appauth-ios",
  name: "iOS, AppAuth",
  group: "Devices",
  library: "AppAuth",
  install: "Swift package: https://github.com/openid/AppAuth-iOS",
  alsoCalled: ["Swift", "iPhone", "iPad", "macOS"],
  settings: { type: "native", authMethod: "pkce" },
  redirectPath: ":/callback",
  anyPath: true,
  origin: "com.example.app",
  why: [
    "It runs on people's own devices and keeps no secret: every sign-in is tied to the one who began it by PKCE.",
    "The app asks userinfo with the access token, so the ID token stays small.",
  ],
  files: ({ issuer, clientId, redirectUri, scope }) => [
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
  note: ({ redirectUri }) =>
    redirectUri.startsWith("http")
      ? undefined
      : `Add the scheme ${COM.exec(redirectUri)?.[0] ?? "com.example.app"} to the URL types of the app.`,
};

export const android: Framework = {
  id: "appauth-android",
  name: "Android, AppAuth",
  group: "Devices",
  library: "AppAuth",
  install: 'implementation("net.openid:appauth:0.11.1")',
  alsoCalled: ["Kotlin"],
  settings: { type: "native", authMethod: "pkce" },
  redirectPath: ":/callback",
  anyPath: true,
  origin: "com.example.app",
  why: [
    "It runs on people's own devices and keeps no secret: every sign-in is tied to the one who began it by PKCE.",
    "The app asks userinfo with the access token, so the ID token stays small.",
  ],
  files: ({ issuer, clientId, redirectUri, scope }) => [
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
};
