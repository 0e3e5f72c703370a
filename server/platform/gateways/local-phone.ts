/** Normalizes a Zimbabwean mobile number to the form that gateways there expect: 0771234567. Others only lose their spaces. */
export function localPhone(phone: string): string {
  return phone.replace(/[\s()-]/g, '').replace(/^(?:(?:\+|00)?263)?0?(?=7\d{8}$)/, '0')
}
