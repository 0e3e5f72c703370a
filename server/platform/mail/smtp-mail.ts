import { createTransport, type NodemailerError } from 'nodemailer'
import { composeMessage } from './compose-message.ts'
import { type Mail, type Mailbox, RecipientRefusedError } from './mail.ts'

/** Time limits for each response from the mail server, and for a whole message, in ms. */
const RESPONSE_MS = 10_000
const MESSAGE_MS = 60_000
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Explanations of nodemailer's error codes. The server's own message is not reported, since it can contain the recipient's address. */
const REASONS: Record<string, string> = {
  EAUTH: 'refused the user name or password',
  EENVELOPE: 'refused the sender or the recipient',
  EMESSAGE: 'refused the message',
  ETLS: 'offers no secure connection',
  EDNS: 'has a host name that can’t be resolved',
  ESOCKET: 'can’t be reached',
  ECONNECTION: 'can’t be reached',
  ETIMEDOUT: 'did not respond in time',
  EABORT: 'did not respond in time',
}

/**
 * Opens mail over SMTP: `smtps://` uses TLS, `smtp://` uses STARTTLS if the server offers it. A password is only sent over TLS or to the
 * local machine.
 */
export function openSmtpMail(options: { smtpUrl: string; from: () => Mailbox; responseMs?: number }): Mail {
  const { smtpUrl, from, responseMs = RESPONSE_MS } = options
  const { protocol, hostname, port, host, username, password } = new URL(smtpUrl)
  const transport = createTransport({
    secure: protocol === 'smtps:',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port && { port: Number(port) }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: username !== '' && !LOOPBACK.includes(hostname),
    connectionTimeout: responseMs,
    greetingTimeout: responseMs,
    dnsTimeout: responseMs,
    socketTimeout: 2 * responseMs,
  })

  /** Composes messages without sending them. */
  const composer = createTransport({ streamTransport: true, buffer: true })

  async function withReason(work: Promise<unknown>) {
    try {
      await work
    } catch (error) {
      // The cause of the error is omitted, since it contains the SMTP conversation.
      const reason = error as NodemailerError
      throw isRecipientRefused(reason)
        ? new RecipientRefusedError(`The mail server ${host} refused the recipient (${detailsOf(reason)})`)
        : new Error(`The mail server ${host} ${reasonOf(reason)}`)
    }
  }

  return {
    kind: 'smtp',
    send: async (message) => {
      const composed = composeMessage(from(), message)
      await withReason(transport.sendMail({ ...composed, signal: AbortSignal.timeout(MESSAGE_MS) }))
    },
    // The dry run also connects and authenticates, which takes most of the time of sending.
    rehearse: async (message) => {
      await composer.sendMail(composeMessage(from(), message))
      await withReason(transport.verify())
    },
    check: () => withReason(transport.verify()),
  }
}

/**
 * Returns whether the error is about the address alone. A temporary refusal (4xx), and one by the server's policy (5.7.x, such as a block
 * list), would affect the next message as well, and may end.
 */
function isRecipientRefused({ code, command, responseCode = 0, response = '' }: NodemailerError): boolean {
  if (code !== 'EENVELOPE') return false
  if (command === 'API') return true
  return command === 'RCPT TO' && responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(response)
}

function reasonOf(error: NodemailerError) {
  const details = detailsOf(error)
  return `${REASONS[error.code ?? ''] ?? 'did not accept the message'}${details && ` (${details})`}`
}

function detailsOf({ code, originalCode, responseCode }: NodemailerError) {
  return [code, originalCode, responseCode].filter(Boolean).join(' ')
}
