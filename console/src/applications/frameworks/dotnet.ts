/** ASP.NET Core. */
import { type Framework, INSIDE, lines, sendsSecret } from "./framework.ts";

export const aspnet: Framework = {
  id: "aspnet",
  name: "ASP.NET Core",
  group: ".NET",
  library: "Microsoft.AspNetCore.Authentication.OpenIdConnect",
  install: "dotnet add package Microsoft.AspNetCore.Authentication.OpenIdConnect",
  alsoCalled: ["C#", "Blazor", "dotnet"],
  settings: { type: "web", authMethod: "post", idTokenUserinfoAssertion: true },
  alsoBy: ["pkce"],
  redirectPath: "/signin-oidc",
  anyPath: true,
  postLogoutPath: "/signout-callback-oidc",
  origin: "https://localhost:5001",
  why: [
    "It sends the client secret in the body.",
    `Unless it is told to ask userinfo it reads the ID token alone. ${INSIDE}`,
  ],
  files: ({ issuer, clientId, callbackPath, scope, method, inside, insecure }) => {
    const further = scope.split(" ").filter((one) => one !== "openid" && one !== "profile");
    return [
      {
        name: "Program.cs",
        text: lines(
          "using Microsoft.AspNetCore.Authentication.Cookies;",
          "using Microsoft.AspNetCore.Authentication.OpenIdConnect;",
          "",
          "var builder = WebApplication.CreateBuilder(args);",
          "builder.Services.AddAuthorization();",
          "builder.Services",
          "    .AddAuthentication(options =>",
          "    {",
          "        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;",
          "        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;",
          "    })",
          "    .AddCookie()",
          "    .AddOpenIdConnect(options =>",
          "    {",
          `        options.Authority = "${issuer}";`,
          `        options.ClientId = "${clientId}";`,
          sendsSecret(method) && '        options.ClientSecret = builder.Configuration["CLIENT_SECRET"];',
          '        options.ResponseType = "code";',
          `        options.CallbackPath = "${callbackPath}";`,
          ...further.map((one) => `        options.Scope.Add("${one}");`),
          !inside && "        // Name and e-mail address come from userinfo.",
          !inside && "        options.GetClaimsFromUserInfoEndpoint = true;",
          "        options.MapInboundClaims = false;",
          '        options.TokenValidationParameters.NameClaimType = "name";',
          insecure && "        // Only for a Signet without https.",
          insecure && "        options.RequireHttpsMetadata = false;",
          "    });",
          "",
          "var app = builder.Build();",
          "app.UseAuthentication();",
          "app.UseAuthorization();",
          'app.MapGet("/", (HttpContext context) => $"Hello, {context.User.Identity?.Name}").RequireAuthorization();',
          "app.Run();",
        ),
      },
    ];
  },
};
