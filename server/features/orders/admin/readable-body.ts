/** A gateway's message as people may see it: unchanged, but without signatures and secrets. */
export function readableBody(body: string): string {
  if (/^\s*[{[]/.test(body)) return body.replace(/("client_secret"\s*:\s*)"[^"]*"/g, '$1"(left out)"')
  return body
    .split('&')
    .filter((pair) => !/^\s*hash=/i.test(pair))
    .join('&')
}
