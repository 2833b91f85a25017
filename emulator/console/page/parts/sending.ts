// Changes through the admin API: sends them and keeps their error.
import { useState } from 'react';
import { admin } from '../api/admin';
import { useSession } from './session';

type Send = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object | string) => Promise<void>;

// `send` changes something in the session's universe and then calls `reload`; `error` is that of
// the last change.
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

// Changes through DynamoDB's API: `attempt` returns whether `work` succeeded, and `error` is that
// of the last failure.
export function useAttempt(): { attempt: (work: () => Promise<unknown>) => Promise<boolean>; error: Error | undefined; forget: () => void } {
  const [error, setError] = useState<Error>();
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      setError(undefined);
      return true;
    } catch (caught) {
      setError(caught as Error);
      return false;
    }
  };
  return { attempt, error, forget: () => setError(undefined) };
}
