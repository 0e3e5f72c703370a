import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { ask } from '#tests/support/run-app.ts'

type Described = { content?: Record<string, { schema: object }>; headers?: Record<string, unknown> }
type Operation = {
  operationId: string
  security: unknown[]
  parameters?: { in: string }[]
  requestBody?: { content: object }
  responses: Record<string, Described>
}
type Description = { paths: Record<string, Record<string, Operation>>; components: object }

export type ApiRequest = { headers?: Record<string, string>; json?: unknown; form?: FormData; bytes?: Uint8Array | string }
export type ApiResponse = { status: number; headers: Headers; text: string; json: <Value>() => Value }
export type DescribedApi = Awaited<ReturnType<typeof openDescribedApi>>

/** Opens a client of the API that checks every response against the OpenAPI description and records the seen responses. */
export async function openDescribedApi(url: string) {
  const description = (await (await fetch(`${url}/api/openapi.json`)).json()) as Description
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true } })
  addFormats.default(ajv)
  const validators = new Map<object, ValidateFunction>()
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
      seen: new Set<string>(),
      matches: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )

  function validatorOf(schema: object): ValidateFunction {
    const known = validators.get(schema)
    if (known) return known
    const validate = ajv.compile({ ...schema, components: description.components })
    validators.set(schema, validate)
    return validate
  }

  /** Returns the operation whose path matches with the fewest placeholders. */
  function operationOf(method: string, path: string) {
    const findOperation = operations.filter((each) => each.method === method && each.matches.test(path))
    return findOperation.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)[0]
  }

  /** Sends a request and checks the status, type and schema of the response against the OpenAPI description. */
  async function call(name: string, { headers = {}, json, form, bytes }: ApiRequest = {}): Promise<ApiResponse> {
    const [method = '', address = ''] = name.split(' ')
    const operation = operationOf(method, address.split('?', 1)[0] ?? '')
    if (!operation) throw new Error(`${name} is not described`)
    const body = json === undefined ? (form ?? bytes) : JSON.stringify(json)
    const response = await ask(url + address, {
      method,
      redirect: 'manual',
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: body as BodyInit }),
    })
    const text = await response.text()
    const status = String(response.status)
    const said = `${name} returned ${status}: ${text.slice(0, 500)}`
    operation.seen.add(status)
    const described = operation.operation.responses[status]
    expect(described, `${said}\nwhich the description does not name`).toBeDefined()
    expectContent(described ?? {}, { response, text, said, withBody: method !== 'HEAD' })
    return { status: response.status, headers: response.headers, text, json: <Value>() => JSON.parse(text) as Value }
  }

  function expectContent(
    described: Described,
    { response, text, said, withBody }: { response: Response; text: string; said: string; withBody: boolean },
  ) {
    if (!described.content) return expect(text, said).toBe('')
    if (!withBody) return
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? ''
    const { schema } = described.content[type] ?? described.content['*/*'] ?? {}
    expect(schema, `${said}\nas ${type}, which the description does not name`).toBeDefined()
    if (!schema || !type.endsWith('json')) return
    const validate = validatorOf(schema)
    validate(JSON.parse(text))
    expect(validate.errors ?? [], said).toEqual([])
  }

  return {
    url,
    description,
    operations,
    call,
    knows: (name: string) => operationOf(name.split(' ')[0] ?? '', name.split(/[ ?]/)[1] ?? '') !== undefined,

    /** Sends a request and expects the given status. */
    ask: async (status: number, name: string, asked?: ApiRequest): Promise<ApiResponse> => {
      const answer = await call(name, asked)
      expect(answer.status, `${name} returned ${answer.status}: ${answer.text.slice(0, 500)}`).toBe(status)
      return answer
    },

    /** Successful responses in the OpenAPI description that no request has received so far. */
    neverAnswered: () =>
      operations.flatMap(({ name, operation, seen }) =>
        Object.keys(operation.responses)
          .filter((status) => status < '400' && !seen.has(status))
          .map((status) => `${name} ${status}`),
      ),
  }
}
