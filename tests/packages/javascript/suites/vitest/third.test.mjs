import { behavesAsAlone } from '../alone.cjs';

test('the third file finds an empty universe', () => behavesAsAlone('third'));
