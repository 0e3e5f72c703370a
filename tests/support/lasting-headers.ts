/** Returns the headers of a response without headers that differ each time, to compare responses that must be identical. */
export function lastingHeaders<Headers extends Record<string, unknown>>(headers: Headers) {
  const { date: _date, 'x-request-id': _id, ...lasting } = headers
  return lasting
}
