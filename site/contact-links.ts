import { site } from './site.ts'

const { phone, whatsapp, email } = site.contact

export const phoneUrl = `tel:${phone.replaceAll(' ', '')}`
export const whatsappUrl = `https://wa.me/${whatsapp.replace(/\D/g, '')}`
export const emailUrl = `mailto:${email}`
