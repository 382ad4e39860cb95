/** The mail server as SIGNET_SMTP_URL names it, and how much it is trusted. */

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on (`smtps:`); otherwise STARTTLS, where the server offers it. */
  readonly tlsFromStart: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /**
   * What goes to this machine itself passes no wire: TLS is not insisted on, and the certificate that came with the
   * mail server's package will do.
   */
  readonly isThisMachine: boolean;
}

const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;

/** The configuration has checked that it is a URL with one of the two schemes. */
export function smtpServer(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const tlsFromStart = protocol === "smtps:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: port === "" ? (tlsFromStart ? SUBMISSIONS_PORT : SUBMISSION_PORT) : Number(port),
    tlsFromStart,
    login: username === "" ? undefined : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    isThisMachine: host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host),
  };
}
