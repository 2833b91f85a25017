// Changes by the admin API: what a view sends, and what was wrong with it.
import { useState } from 'react';
import { admin } from '../api/admin';
import { useSession } from '../base/session';

type Send = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object | string) => Promise<void>;

// `send` changes something of the session's universe and then calls `reload`; `error` is of the last change.
export function useSending(reload: () => Promise<unknown>): { send: Send; error: Error | undefined } {
  const { where } = useSession();
  const [error, setError] = useState<Error>();
  const send: Send = async (method, path, body) => {
    try {
      await admin(where, method, path, body);
      setError(undefined);
      await reload();
    } catch (caught) {
      setError(caught as Error);
    }
  };
  return { send, error };
}
