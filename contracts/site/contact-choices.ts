/*
 * Choices and limits of the contact form. The schemas are in contact.ts, so that the page with the form does not load the validation
 * library.
 */

import { EMAIL_LENGTH } from '#contracts/common/email-format.ts'

export const CONTACT_SUBJECTS = [
  'General Inquiry',
  'Book Purchase',
  'Program Information',
  'Publishing',
  'Technical Support',
  'Other',
] as const
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number]

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

export const CONTACT_LENGTHS = { name: 200, email: EMAIL_LENGTH, message: 5000 } as const

/** Delivery of contact messages: `simulate` discards them and only pretends to send; `inbox` stores them for the admin area. */
export const CONTACT_DELIVERIES = ['simulate', 'inbox'] as const
export type ContactDelivery = (typeof CONTACT_DELIVERIES)[number]
