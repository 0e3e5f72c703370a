import type { Site } from '#contracts/site/shared-site.ts'

/** Returns a chat link that opens with a text to send. Only WhatsApp takes one; other services open empty. */
export function withText(chatLink: string, text: string): string {
  const link = new URL(chatLink)
  if (!/^(?:wa\.me|(?:api|web)\.whatsapp\.com)$/.test(link.hostname)) return link.href
  link.searchParams.set('text', text)
  // Some apps show the plus signs of a form's encoding.
  link.search = link.search.replaceAll('+', '%20')
  return link.href
}

/** Returns the URLs for calling, messaging and emailing the organization. */
export function contactLinks({ phone, whatsapp, email }: Site['contact']) {
  return {
    phoneUrl: `tel:${phone.replaceAll(' ', '')}`,
    whatsappUrl: `https://wa.me/${whatsapp.replace(/\D/g, '')}`,
    emailUrl: `mailto:${email}`,
  }
}
