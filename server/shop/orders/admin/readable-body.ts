/** Returns a gateway's message for display to administrators, without signatures and secrets. */
export function readableBody(body: string): string {
  if (/^\s*[{[]/.test(body)) return body.replace(/("client_secret"\s*:\s*)"[^"]*"/g, '$1"(omitted)"')
  return body
    .split('&')
    .filter((pair) => !/^\s*hash=/i.test(pair))
    .join('&')
}
