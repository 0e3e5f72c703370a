import { execFile } from 'node:child_process'

/**
 * Reports the state of the server to systemd, such as `READY=1` (sd_notify(3)). Does nothing without `Type=notify`. Node has no Unix
 * datagram sockets, so a program of systemd sends the message.
 */
export function notifySystemd(...state: string[]): Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return Promise.resolve()
  return new Promise((resolve) => {
    execFile('systemd-notify', state, { timeout: 5000 }, (error) => {
      if (error) console.error(`systemd could not be notified: ${error.message}`)
      resolve()
    })
  })
}
