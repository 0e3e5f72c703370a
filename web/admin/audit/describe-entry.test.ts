import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import { DEFAULT_ZONE } from '#contracts/shop/default-zone.ts'
import { describeEntry } from './describe-entry.ts'

const ADA = { id: 'a', name: 'Ada Admin' }

function entry(changes: Partial<AuditEntry>): AuditEntry {
  const subject = { id: 'x', name: 'Sow in Season' }
  return {
    id: '1',
    at: '2026-01-01T00:00:00.000Z',
    admin: ADA,
    address: '10.0.0.1',
    noun: 'book',
    verb: 'added',
    subject,
    changes: [],
    ...changes,
  }
}
const account = { noun: 'account' as const, subject: { id: 'b', name: 'Ben Banda' } }
const session = { noun: 'session' as const, subject: { id: 'a', name: 'Ada Admin' } }
const rate = { noun: 'rate' as const, subject: { id: 'r', name: '26.7431 of 2026-11-20' } }
const price = { field: 'price', from: '7.00', to: '5.00' }

test.each<[string, Partial<AuditEntry>]>([
  ['Ada Admin added the book “Sow in Season”.', {}],
  ['A command on the server added the book “Sow in Season”.', { admin: null, address: null }],
  ['Ada Admin deleted the episode “Sow in Season”.', { noun: 'podcast', verb: 'deleted' }],
  ['Ada Admin deleted the episode “Sow in Season” for good.', { noun: 'podcast', verb: 'deleted_for_good' }],
  ['Ada Admin restored the episode “Sow in Season” from the bin.', { noun: 'podcast', verb: 'restored' }],
  [
    'A command on the server published the episode “Sow in Season” at its scheduled time.',
    { noun: 'podcast', verb: 'published', admin: null, address: null },
  ],
  ['Ada Admin changed the price of “Sow in Season” from $7.00 to $5.00.', { verb: 'changed', changes: [price] }],
  ['Ada Admin changed the price of “Sow in Season” from Free to $5.00.', { verb: 'changed', changes: [{ ...price, from: '0.00' }] }],
  [
    'Ada Admin changed the title of “Sow in Season” from “Sow” to “Sow in Season”.',
    { verb: 'changed', changes: [{ field: 'title', from: 'Sow', to: 'Sow in Season' }] },
  ],
  ['Ada Admin replaced the cover image of “Sow in Season”.', { verb: 'changed', changes: [{ field: 'coverImage' }] }],
  ['Ada Admin rewrote the description of “Sow in Season”.', { verb: 'changed', changes: [{ field: 'description' }] }],
  [
    'Ada Admin added the Twitter link of Ben Banda, “https://x.example”.',
    { ...account, noun: 'author', verb: 'changed', changes: [{ field: 'twitter', from: '', to: 'https://x.example' }] },
  ],
  ['Ada Admin created the admin account of Ben Banda.', { ...account }],
  ['Ada Admin set a new password for Ben Banda.', { ...account, verb: 'changed', changes: [{ field: 'password' }] }],
  [
    'Someone set a new password for Ben Banda, with a code sent by email.',
    { ...account, admin: null, verb: 'changed', changes: [{ field: 'forgottenPassword' }] },
  ],
  [
    'Ada Admin changed the last name of Ben Banda from “Moyo” to “Banda”.',
    { ...account, verb: 'changed', changes: [{ field: 'lastname', from: 'Moyo', to: 'Banda' }] },
  ],
  ['Ada Admin removed the demonstration.', { noun: 'site', verb: 'deleted', subject: { id: null, name: 'the demonstration' } }],
  ['Ada Admin published the section Brand of the site.', { noun: 'site', verb: 'published', subject: { id: 'brand', name: 'Brand' } }],
  [
    'Ada Admin skipped the setup step “Mail”.',
    {
      noun: 'site',
      verb: 'changed',
      subject: { id: null, name: 'the setup step “Mail”' },
      changes: [{ field: 'skipped', from: 'no', to: 'yes' }],
    },
  ],
  ['Ada Admin signed in.', { ...session, verb: 'started' }],
  ['Ada Admin signed out.', { ...session, verb: 'left' }],
  ['Ada Admin signed out everywhere else.', { ...session, verb: 'others_ended' }],
  ['Ada Admin ended one of their own sessions.', { ...session, verb: 'ended' }],
  ['Ada Admin invited Ben Banda to become an administrator.', { noun: 'invitation', subject: account.subject, verb: 'added' }],
  ['Ada Admin withdrew the invitation of Ben Banda.', { noun: 'invitation', subject: account.subject, verb: 'deleted' }],
  [
    'Someone accepted an invitation from Ada Admin, which created the admin account of Ben Banda.',
    { ...account, admin: null, changes: [{ field: 'invitedBy', to: 'Ada Admin' }] },
  ],
  [
    'Ada Admin restored an earlier version of the PDF file of “Sow in Season”.',
    { noun: 'book', subject: { id: 'b', name: 'Sow in Season' }, verb: 'changed', changes: [{ field: 'pdf', to: 'earlier version' }] },
  ],
  [
    'Ada Admin answered the message “Other from Rudo”.',
    { noun: 'message', subject: { id: 'm', name: 'Other from Rudo' }, verb: 'changed', changes: [{ field: 'answer' }] },
  ],
  ['Ada Admin added the saved answer “Hours”.', { noun: 'answer', subject: { id: 's', name: 'Hours' }, verb: 'added' }],
  ['Ada Admin ended a session of Ben Banda.', { noun: 'session', subject: account.subject, verb: 'ended' }],
  [
    'Someone failed to sign in as x@y.example.',
    { noun: 'session', admin: null, verb: 'refused', subject: { id: null, name: 'x@y.example' } },
  ],
  [
    'Ada Admin marked the message “Other from Chipo” as answered.',
    {
      noun: 'message',
      verb: 'changed',
      subject: { id: 'm', name: 'Other from Chipo' },
      changes: [{ field: 'answered', from: 'no', to: 'yes' }],
    },
  ],
  ['Ada Admin added the exchange rate 26.7431 of 20 November 2026.', rate],
  [
    'Ada Admin confirmed the exchange rate 26.7431 of 20 November 2026.',
    { ...rate, verb: 'changed', changes: [{ field: 'confirmed', from: 'no', to: 'yes' }] },
  ],
  [
    'Ada Admin added a table with 12 exchange rates of 1 November 2026 to 20 November 2026.',
    { noun: 'rate', subject: { id: null, name: 'a table with 12 exchange rates of 2026-11-01 to 2026-11-20' } },
  ],
])('%s', (sentence, changes) => {
  expect(describeEntry(entry(changes), DEFAULT_ZONE)).toEqual({ sentence, lines: [] })
})

test('a change of several fields is listed with one field per line', () => {
  const changes = [price, { field: 'pdf' }, { field: 'description' }, { field: 'categories', from: 'A', to: 'A, B' }]
  expect(describeEntry(entry({ verb: 'changed', changes }), DEFAULT_ZONE)).toEqual({
    sentence: 'Ada Admin changed the book “Sow in Season”:',
    lines: ['Price: $7.00 → $5.00', 'PDF file: replaced', 'Description: changed', 'Categories: “A” → “A, B”'],
  })
})

const reason = { field: 'reason', to: 'Paid in cash' }
test.each<[string, Partial<AuditEntry>]>([
  [
    'Ada Admin granted “Sow in Season” to chipo@example.com:',
    { verb: 'added', changes: [{ field: 'email', to: 'chipo@example.com' }, reason] },
  ],
  [
    'Ada Admin recorded that chipo@example.com paid ZWG 190.00 in person for “Sow in Season” on 5 January 2026:',
    {
      verb: 'added',
      changes: [{ field: 'email', to: 'chipo@example.com' }, { field: 'paid in person', to: 'ZWG 190.00, 2026-01-05' }, reason],
    },
  ],
  ['Ada Admin revoked the grant of “Sow in Season”:', { verb: 'changed', changes: [{ field: 'grant', to: 'revoked' }, reason] }],
  [
    'Ada Admin marked a payment for “Sow in Season” as refunded:',
    { verb: 'changed', changes: [{ field: 'payment', from: 'paid', to: 'refunded' }, reason] },
  ],
  [
    'Ada Admin recorded that the refund due for “Sow in Season” was paid:',
    { verb: 'changed', changes: [{ field: 'refund', from: 'due', to: 'refunded' }, reason] },
  ],
])('%s with the reason', (sentence, changes) => {
  expect(describeEntry(entry({ noun: 'order', ...changes }), DEFAULT_ZONE)).toEqual({ sentence, lines: ['Reason: Paid in cash'] })
})

test('an audit entry about several items lists each item with its values', () => {
  const item = { id: '1', name: 'Sow in Season' }
  const changes = [{ field: 'price', from: '7.00', to: '5.00', item }]
  expect(describeEntry(entry({ verb: 'changed', subject: { id: null, name: '1 book' }, changes }), DEFAULT_ZONE)).toEqual({
    sentence: 'Ada Admin changed 1 book:',
    lines: ['“Sow in Season”: Price: $7.00 → $5.00'],
  })
})

test.each([
  ['deleted', 'no', 'yes'],
  ['restored', 'yes', 'no'],
] as const)('several items that were %s are listed by name', (verb, from, to) => {
  const changes = [{ field: 'deleted', from, to, item: { id: '1', name: 'Sow in Season' } }]
  const subject = { id: null, name: '1 book' }
  expect(describeEntry(entry({ verb, subject, changes }), DEFAULT_ZONE)).toEqual({
    sentence: `Ada Admin ${verb} 1 book:`,
    lines: ['“Sow in Season”'],
  })
})

test('a publication time is listed in the time zone of the site', () => {
  const item = { id: '1', name: 'Sow in Season' }
  const changes = [
    { field: 'state', from: 'draft', to: 'scheduled', item },
    { field: 'publishAt', from: '', to: '2030-12-24T16:00:00.000Z', item },
  ]
  expect(describeEntry(entry({ verb: 'changed', subject: { id: null, name: '1 book' }, changes }), DEFAULT_ZONE).lines).toEqual([
    '“Sow in Season”: Status: “draft” → “scheduled”',
    '“Sow in Season”: Publication time: added, 24 Dec 2030, 18:00',
  ])
})
