import { connect } from 'node:net'

const BUFFER_BYTES = 256 * 1024

type Download = { path: string; headers: Record<string, string> }

/**
 * Requests large files on several connections, sequentially on each, and discards the bytes. autocannon is not used, since parsing the
 * responses would make it slower than the server. Returns the number of responses and bytes.
 */
export async function repeatDownloads(
  url: string,
  requests: Download[],
  { connections, seconds }: { connections: number; seconds: number },
) {
  const until = performance.now() + seconds * 1000
  const counts = await Promise.all(Array.from({ length: connections }, (_, at) => repeatOnOneConnection(url, requests, at, until)))
  return { answers: counts.reduce((sum, { answers }) => sum + answers, 0), bytes: counts.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function repeatOnOneConnection(url: string, requests: Download[], first: number, until: number) {
  const { hostname, port } = new URL(url)
  const lines = requests.map(({ path, headers }) => {
    const fields = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    return `GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`
  })
  return new Promise<{ answers: number; bytes: number }>((resolve, reject) => {
    let [answers, bytes, missing, head] = [0, 0, 0, '']
    const ask = () => socket.write(lines[(first + answers) % lines.length] ?? '')
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: Buffer.alloc(BUFFER_BYTES), callback: (length, buffer) => take(buffer as Buffer, length) },
    })
    function take(buffer: Buffer, length: number) {
      bytes += length
      if (missing > 0) missing -= length
      else {
        head += buffer.toString('latin1', 0, length)
        const end = head.indexOf('\r\n\r\n')
        if (end === -1) return true
        if (!/^HTTP\/1.1 20[06] /.test(head)) socket.destroy(new Error(`${url} returned: ${head.slice(0, end)}`))
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - 4)
        head = ''
      }
      if (missing > 0) return true
      answers += 1
      if (performance.now() < until) ask()
      else socket.destroy()
      return true
    }
    socket.on('connect', ask).on('error', reject)
    socket.on('close', () => resolve({ answers, bytes }))
  })
}
