package example;

import java.util.Map;
import java.util.TreeMap;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Nothing about security is said here: whatever Spring Boot makes of application.yml is what runs. */
@SpringBootApplication
public class Client {
  public static void main(String[] arguments) {
    SpringApplication.run(Client.class, arguments);
  }

  /** For people who sign in. */
  @RestController
  @ConditionalOnBean(ClientRegistrationRepository.class)
  static class Pages {
    @GetMapping("/me")
    Map<String, Object> me(@AuthenticationPrincipal OidcUser user) {
      Map<String, Object> answer = new TreeMap<>();
      answer.put("sub", user.getSubject());
      answer.put("name", user.getFullName());
      answer.put("email", user.getEmail());
      return answer;
    }

    /** Spring sees to it that the token is good for another minute, and refreshes it where it is not. */
    @GetMapping("/token")
    Map<String, Object> token(@RegisteredOAuth2AuthorizedClient("signet") OAuth2AuthorizedClient client) {
      Map<String, Object> answer = new TreeMap<>();
      answer.put("accessToken", client.getAccessToken().getTokenValue());
      answer.put("canRefresh", client.getRefreshToken() != null);
      return answer;
    }
  }

  /** For programs that come with a token. */
  @RestController
  static class Things {
    @GetMapping("/things")
    Map<String, Object> things(Authentication authentication) {
      return Map.of("caller", authentication.getName(), "kind", authentication.getClass().getSimpleName());
    }
  }
}
