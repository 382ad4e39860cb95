package example;

import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Nothing about security is said here: whatever Spring Boot makes of application.yml is what runs. */
@SpringBootApplication
@RestController
public class Client {
  public static void main(String[] arguments) {
    SpringApplication.run(Client.class, arguments);
  }

  /** For people who sign in. */
  @GetMapping("/me")
  Map<String, Object> me(@AuthenticationPrincipal OidcUser user) {
    return Map.of("sub", user.getSubject(), "name", user.getFullName(), "email", user.getEmail());
  }

  /** Spring sees to it that the token is good for another minute, and refreshes it where it is not. */
  @GetMapping("/token")
  Map<String, Object> token(@RegisteredOAuth2AuthorizedClient("signet") OAuth2AuthorizedClient client) {
    return Map.of("accessToken", client.getAccessToken().getTokenValue());
  }

  /** For programs that come with a token. */
  @GetMapping("/things")
  Map<String, Object> things(Authentication authentication) {
    return Map.of("caller", authentication.getName(), "kind", authentication.getClass().getSimpleName());
  }
}
