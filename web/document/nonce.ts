import { createContext } from 'react-router'

/** Marks the inline scripts of one streamed document; the content security policy names it. */
export const nonceContext = createContext<string>('')
