/** A Zimbabwean number as gateways there want it, 0771234567; any other as it is, without spaces. */
export function localPhone(phone: string): string {
  return phone.replace(/[\s()-]/g, '').replace(/^(\+|00)?263(?=7\d{8}$)/, '0')
}
