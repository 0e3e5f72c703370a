import { createContext } from 'react-router'

/** CSP nonce of a streamed document's inline scripts. */
export const nonceContext = createContext<string>('')
