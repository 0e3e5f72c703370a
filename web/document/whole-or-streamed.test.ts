import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { createReadableStreamFromReadable } from '@react-router/node'
import { expect, test } from 'vitest'
import { WHOLE_ANSWER_WAIT_MS, wholeOrStreamed } from './whole-or-streamed.ts'

function answerIn(pieces: AsyncIterable<string>) {
  return new Response(createReadableStreamFromReadable(Readable.from(pieces)), {
    status: 202,
    headers: { 'content-type': 'text/x-script' },
  })
}

test('page data that is available immediately is sent whole', async () => {
  const answer = await wholeOrStreamed(
    answerIn(
      (async function* () {
        yield 'one '
        yield 'two'
      })(),
    ),
  )
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-document')]).toEqual([202, 'text/x-script', 'whole'])
  expect(await answer.text()).toBe('one two')
})

test('page data that arrives after the time limit is streamed', async () => {
  let comes = () => {}
  const late = new Promise<void>((resolve) => {
    comes = resolve
  })
  const answer = await wholeOrStreamed(
    answerIn(
      (async function* () {
        yield 'one '
        await late
        yield 'two'
      })(),
    ),
  )
  expect(answer.headers.get('x-document')).toBe('streamed')
  const text = answer.text()
  comes()
  expect(await text).toBe('one two')
})

test('reading the body of a page’s response rejects when its stream fails', async () => {
  const answer = await wholeOrStreamed(
    answerIn(
      (async function* () {
        yield 'one '
        await delay(WHOLE_ANSWER_WAIT_MS + 100)
        throw new Error('the database is gone')
      })(),
    ),
  )
  await expect(answer.text()).rejects.toThrow()
})

test('a response without a body is returned without a body', async () => {
  const answer = await wholeOrStreamed(new Response(null, { status: 204 }))
  expect([answer.status, answer.body, answer.headers.get('x-document')]).toEqual([204, null, 'whole'])
})
