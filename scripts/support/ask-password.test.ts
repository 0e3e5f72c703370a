import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { askPassword } from './ask-password.ts'

test('a password prompt reads the first line of the input', async () => {
  expect(await askPassword(Readable.from(['Zambezi-River-7\nmore\n']))).toBe('Zambezi-River-7')
})

test('a password prompt whose input ends before the first line fails', async () => {
  await expect(askPassword(Readable.from([]))).rejects.toThrow('No password was entered.')
})
