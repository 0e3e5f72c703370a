import { createContext } from 'react-router'

/** The nonce of a streamed document's inline scripts, as in its content security policy. */
export const nonceContext = createContext<string>('')
