import { createHash } from 'node:crypto'

/**
 * Builds a PDF whose pages say `Page 1 locked` and so on, encrypted with 40-bit RC4 (ISO 32000-1 §7.6.2 and §7.6.3,
 * revision 2). With an empty password it opens without a prompt and only has owner restrictions.
 */
export function buildLockedPdf({ pages, password = '' }: { pages: number; password?: string }): Buffer {
  const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
  const id = Buffer.alloc(16, 7)
  const owner = rc4(md5(Buffer.concat([Buffer.from('owner'), padding]).subarray(0, 32)).subarray(0, 5), padding)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-64)
  const padded = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32)
  const key = md5(Buffer.concat([padded, owner, permissions, id])).subarray(0, 5)

  const numbers = Array.from({ length: pages }, (_, index) => 5 + index * 2)
  const objects: [number, string][] = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`],
    [3, `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${rc4(key, padding).toString('hex')}> /P -64 >>`],
    [4, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  ]
  for (const [index, number] of numbers.entries()) {
    const objectKey = md5(Buffer.concat([key, Buffer.from([number + 1, 0, 0, 0, 0])])).subarray(0, 10)
    const content = rc4(objectKey, Buffer.from(`BT /F1 12 Tf 10 10 Td (Page ${index + 1} locked) Tj ET`)).toString('latin1')
    objects.push([
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Resources << /Font << /F1 4 0 R >> >> /Contents ${number + 1} 0 R >>`,
    ])
    objects.push([number + 1, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`])
  }
  let text = '%PDF-1.4\n'
  const offsets = objects.map(([number, body]) => {
    const offset = text.length
    text += `${number} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Encrypt 3 0 R /ID [<${id.toString('hex')}> <${id.toString('hex')}>] >>`
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n${trailer}\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  )
}

function md5(data: Buffer) {
  return createHash('md5').update(data).digest()
}

/** Encrypts data with RC4, which OpenSSL 3 no longer contains. */
function rc4(key: Buffer, data: Buffer) {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 255] ?? 0
  const swap = (a: number, b: number) => {
    ;[state[a], state[b]] = [at(b), at(a)]
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255
      j = (j + at(i)) & 255
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}
