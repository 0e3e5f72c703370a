/** A Zimbabwean mobile number, however it is written, as gateways there want it: 0771234567. Any other as it is, without spaces. */
export function localPhone(phone: string): string {
  return phone.replace(/[\s()-]/g, '').replace(/^(?:(?:\+|00)?263)?0?(?=7\d{8}$)/, '0')
}
