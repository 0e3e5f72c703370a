import type { Site } from '#contracts/site/shared-site.ts'

/** Returns the URLs for calling, messaging and emailing the organization. */
export function contactLinks({ phone, whatsapp, email }: Site['contact']) {
  return {
    phoneUrl: `tel:${phone.replaceAll(' ', '')}`,
    whatsappUrl: `https://wa.me/${whatsapp.replace(/\D/g, '')}`,
    emailUrl: `mailto:${email}`,
  }
}
