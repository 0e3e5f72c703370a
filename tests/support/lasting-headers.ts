/** Headers of a response without those that differ in each, to compare responses that must look the same. */
export function lastingHeaders<Headers extends Record<string, unknown>>(headers: Headers) {
  const { date: _date, 'x-request-id': _id, ...lasting } = headers
  return lasting
}
